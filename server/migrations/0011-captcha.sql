-- The captcha, and what marks a report for review.

create table captcha_challenges (
  id integer generated always as identity primary key,
  -- Digest of the anonymous cookie.
  visitor_hash text not null,
  answer text not null,
  has_image boolean not null,
  has_audio boolean not null,
  tries integer not null default 0,
  solved_at timestamptz,
  expires_at timestamptz not null
);
-- A browser solves one at a time; what it solved waits for its report.
create unique index captcha_challenges_open on captcha_challenges (visitor_hash) where solved_at is null;
create index captcha_challenges_solved on captcha_challenges (visitor_hash, id) where solved_at is not null;
create index captcha_challenges_by_time on captcha_challenges (expires_at);

-- Keyed digests of the narratives of the last day, each as a keyed token with its network: the same again is a sign of spam.
create table sent_texts (
  token bigint primary key,
  sent_at timestamptz not null
);
create index sent_texts_by_time on sent_texts (sent_at);

alter table cases
  add column suspect_reasons text[] not null default '{}',
  add column reviewed_by integer references users,
  add column reviewed_at timestamptz,
  add check ((reviewed_by is null) = (reviewed_at is null));
create index cases_to_review on cases (id desc) where suspect_reasons <> '{}' and reviewed_at is null;
