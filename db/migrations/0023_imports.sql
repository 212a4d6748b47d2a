CREATE TABLE "import_rows" (
	"import_id" integer NOT NULL,
	"record" text NOT NULL,
	"before" jsonb,
	"hash" text,
	CONSTRAINT "import_rows_import_id_record_pk" PRIMARY KEY("import_id","record")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"list" text NOT NULL,
	"file" text,
	"by_id" text,
	"by_name" text,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by_id" text,
	"undone_by_name" text
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_list" ON "imports" USING btree ("list","id");--> statement-breakpoint
-- What a row says, to tell whether it was changed since. A column that is added later and empty changes nothing.
CREATE FUNCTION row_hash(said jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT md5(jsonb_strip_nulls(said)::text)
$$;
--> statement-breakpoint
-- While an import is under way (`site.import`), keeps each row as it was before, and the hash of what it became. The
-- argument is the primary key.
CREATE FUNCTION keep_imported() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO import_rows (import_id, record, before, hash)
  VALUES (
    current_setting('site.import')::integer,
    coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> TG_ARGV[0],
    to_jsonb(OLD),
    row_hash(to_jsonb(NEW))
  )
  ON CONFLICT (import_id, record) DO UPDATE SET hash = excluded.hash;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER roster_members_imported AFTER INSERT OR UPDATE OR DELETE ON roster_members
FOR EACH ROW WHEN (current_setting('site.import', true) <> '') EXECUTE FUNCTION keep_imported('id');
--> statement-breakpoint
CREATE TRIGGER trial_mods_imported AFTER INSERT OR UPDATE OR DELETE ON trial_mods
FOR EACH ROW WHEN (current_setting('site.import', true) <> '') EXECUTE FUNCTION keep_imported('trainee_id');
--> statement-breakpoint
CREATE TRIGGER disciplinary_actions_imported AFTER INSERT OR UPDATE OR DELETE ON disciplinary_actions
FOR EACH ROW WHEN (current_setting('site.import', true) <> '') EXECUTE FUNCTION keep_imported('id');
--> statement-breakpoint
CREATE TRIGGER ten_codes_imported AFTER INSERT OR UPDATE OR DELETE ON ten_codes
FOR EACH ROW WHEN (current_setting('site.import', true) <> '') EXECUTE FUNCTION keep_imported('id');
--> statement-breakpoint
CREATE TRIGGER penal_codes_imported AFTER INSERT OR UPDATE OR DELETE ON penal_codes
FOR EACH ROW WHEN (current_setting('site.import', true) <> '') EXECUTE FUNCTION keep_imported('id');
--> statement-breakpoint
CREATE TRIGGER quick_links_imported AFTER INSERT OR UPDATE OR DELETE ON quick_links
FOR EACH ROW WHEN (current_setting('site.import', true) <> '') EXECUTE FUNCTION keep_imported('key');
--> statement-breakpoint
-- Actions go only where an import is undone: whoever has none any more is counted no more, and the others are called as
-- their last action names them.
CREATE FUNCTION disciplinary_untally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM disciplinary_days d USING (SELECT DISTINCT (date AT TIME ZONE 'UTC')::date AS day, type FROM gone) g
  WHERE d.day = g.day AND d.type = g.type AND d.n = 0;
  DELETE FROM disciplinary_people p USING (SELECT user_id AS id FROM gone UNION SELECT admin_id FROM gone) g
  WHERE p.id = g.id AND p.received = 0 AND p.given = 0;
  UPDATE disciplinary_people p SET name = last.name
  FROM (SELECT user_id AS id FROM gone UNION SELECT admin_id FROM gone) g CROSS JOIN LATERAL (
    SELECT name FROM (
      (SELECT user_name AS name, date, id FROM disciplinary_actions WHERE user_id = g.id ORDER BY date DESC, id DESC LIMIT 1)
      UNION ALL
      (SELECT admin_name, date, id FROM disciplinary_actions WHERE admin_id = g.id ORDER BY date DESC, id DESC LIMIT 1)
    ) named ORDER BY date DESC, id DESC LIMIT 1
  ) last
  WHERE p.id = g.id AND p.name <> last.name;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER disciplinary_actions_untally AFTER DELETE ON disciplinary_actions
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION disciplinary_untally();
