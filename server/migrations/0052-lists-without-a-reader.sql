-- Three lists that the seed wrote and no call, form or record ever used.
delete from reference_items where list in ('referral_source', 'place_type', 'association_rejection_reason');
