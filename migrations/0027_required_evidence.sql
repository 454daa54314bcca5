-- The titles of the documents that a methodology version asks for: with a measurement, and with the opinion of its verifier.
alter table methodology
  add column measurement_evidence text[] not null default '{}',
  add column verification_evidence text[] not null default '{}';
