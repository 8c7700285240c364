-- Labels of the lists that visitors choose from, in the words that the site uses now. What the office has named otherwise
-- since stays.
update reference_items set labels = reference_items.labels || jsonb_build_object(renamed.language, renamed.new_label)
from (values
  ('assistance_subject', 2, 'es', 'Una notificación ya enviada', 'Una comunicación ya enviada'),
  ('assistance_subject', 4, 'ar', 'إمكانية الوصول', 'سهولة الاستخدام للجميع'),
  ('reporter_type', 2, 'es', 'Persona que notifica (lo sabe por otras personas o por los medios)',
    'Persona que lo comunica (lo sabe por otras personas o por los medios)'),
  ('reporter_type', 5, 'fr', 'Le bureau, de sa propre initiative', 'L’Office, de sa propre initiative')
) as renamed (list, id, language, old_label, new_label)
where reference_items.list = renamed.list and reference_items.id = renamed.id
  and reference_items.labels ->> renamed.language = renamed.old_label;
