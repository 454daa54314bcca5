-- What a document is (PDS, Statement, Site plan …), beside what it is called: a subject has many of one type, and only those of one title
-- are versions of each other (docs/adr/0075-bytes-and-their-rows.md says when one may be removed).
alter table document add column type text;
update document set type = title;
alter table document alter column type set not null;
