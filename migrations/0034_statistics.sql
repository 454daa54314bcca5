-- Statistics are of all registries of a deployment together, and a new one is known to the planner only when they are renewed. By
-- default that takes as many new rows as a tenth of the table: until then the planner takes the new registry for empty, and reads all
-- of it for each of its rows.
alter table account set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
alter table methodology set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
alter table project set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
alter table asset set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
alter table transaction set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
alter table entry set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
alter table block set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
alter table balance set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
alter table claim set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
alter table settlement set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 250);
