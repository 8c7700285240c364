-- Labels of the public lists, in Arabic and Urdu, that named another thing or used another word than the site. What the office
-- has named otherwise since stays.
update reference_items set labels = reference_items.labels || renamed.labels
from (
  select list, id, jsonb_object_agg(language, new_label) as labels
  from reference_items join (values
    ('sex', 3, 'ar', 'غير ثنائي الجنس', 'هوية جندرية غير ثنائية'),
    ('sub_ground', 604, 'ar', 'ثنائيو الجنس', 'حاملو صفات الجنسين'),
    ('sub_ground', 604, 'ur', 'بین صنفی افراد', 'انٹرسیکس افراد'),
    ('sub_ground', 703, 'ar', 'الإعاقة مع أساس آخر', 'الإعاقة مع سبب آخر'),
    ('sub_ground', 703, 'ur', 'معذوری اور کوئی دوسری بنیاد', 'معذوری اور کوئی دوسری وجہ'),
    ('ground', 7, 'ur', 'ایک سے زیادہ بنیادوں پر امتیاز', 'ایک سے زیادہ وجوہات کی بنا پر امتیاز')
  ) as words (list, id, language, old_label, new_label) using (list, id)
  where reference_items.labels ->> language = old_label
  group by list, id
) as renamed
where (reference_items.list, reference_items.id) = (renamed.list, renamed.id);
