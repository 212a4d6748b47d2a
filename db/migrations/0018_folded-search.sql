-- Searches and sorting by name see no accents, a search finds types too, and there is a filter by type. One rewrite of the
-- table for all three columns; their indexes go with the old columns.
DROP INDEX "disciplinary_actions_user";
--> statement-breakpoint
DROP INDEX "disciplinary_actions_admin";
--> statement-breakpoint
ALTER TABLE "disciplinary_actions"
	DROP COLUMN "user_key",
	DROP COLUMN "admin_key",
	DROP COLUMN "search",
	ADD COLUMN "user_key" text GENERATED ALWAYS AS (lower(regexp_replace(normalize(user_name, NFD), '[\u0300-\u036f]', '', 'g'))) STORED NOT NULL,
	ADD COLUMN "admin_key" text GENERATED ALWAYS AS (lower(regexp_replace(normalize(admin_name, NFD), '[\u0300-\u036f]', '', 'g'))) STORED NOT NULL,
	ADD COLUMN "search" text GENERATED ALWAYS AS (lower(regexp_replace(normalize(user_name || E'\n' || user_id || E'\n' || admin_name || E'\n' || admin_id || E'\n' || type || E'\n' || internal_reason || E'\n' || coalesce(external_reason, ''), NFD), '[\u0300-\u036f]', '', 'g'))) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "disciplinary_actions_user" ON "disciplinary_actions" USING btree ("user_id","date","id","type");
--> statement-breakpoint
CREATE INDEX "disciplinary_actions_admin" ON "disciplinary_actions" USING btree ("admin_id","date","id","type");
--> statement-breakpoint
CREATE INDEX "disciplinary_actions_type" ON "disciplinary_actions" USING btree ("type","date","id");
--> statement-breakpoint
CREATE INDEX "disciplinary_actions_user_admin_key" ON "disciplinary_actions" USING btree ("user_id",admin_key collate "C","id");
--> statement-breakpoint
CREATE INDEX "disciplinary_actions_admin_user_key" ON "disciplinary_actions" USING btree ("admin_id",user_key collate "C","id");
--> statement-breakpoint
CREATE INDEX "disciplinary_actions_user_key" ON "disciplinary_actions" USING btree (user_key collate "C","id");
--> statement-breakpoint
CREATE INDEX "disciplinary_actions_admin_key" ON "disciplinary_actions" USING btree (admin_key collate "C","id");
--> statement-breakpoint
CREATE INDEX "disciplinary_actions_search" ON "disciplinary_actions" USING gin ("search" gin_trgm_ops);
--> statement-breakpoint
ALTER TABLE "disciplinary_people"
	DROP COLUMN "search",
	ADD COLUMN "search" text GENERATED ALWAYS AS (lower(regexp_replace(normalize(name || E'\n' || id, NFD), '[\u0300-\u036f]', '', 'g'))) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "disciplinary_people_search" ON "disciplinary_people" USING gin ("search" gin_trgm_ops);
