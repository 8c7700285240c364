-- Of a signed file (p7m, tsd): the extension of what was signed, as 'pdf'.
alter table attachments add column contains text;
