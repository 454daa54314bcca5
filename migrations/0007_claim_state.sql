-- Every claim is final when it is made, so its state said nothing; a time in which claims can be undone is not built.
alter table claim drop column state;
