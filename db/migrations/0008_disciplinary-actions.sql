CREATE TABLE "disciplinary_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "disciplinary_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"admin_id" text NOT NULL,
	"admin_name" text NOT NULL,
	"type" text NOT NULL,
	"internal_reason" text NOT NULL,
	"external_reason" text,
	"logged_at" timestamp (3) with time zone,
	"import_key" text,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by_id" text,
	"revoked_by_name" text,
	"outcome" text,
	"revoked_why" text,
	"user_key" text GENERATED ALWAYS AS (lower(user_name)) STORED NOT NULL,
	"admin_key" text GENERATED ALWAYS AS (lower(admin_name)) STORED NOT NULL,
	"search" text GENERATED ALWAYS AS (lower(user_name || E'\n' || user_id || E'\n' || admin_name || E'\n' || admin_id || E'\n' || internal_reason || E'\n' || coalesce(external_reason, ''))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disciplinary_days" (
	"day" date NOT NULL,
	"type" text NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "disciplinary_days_day_type_pk" PRIMARY KEY("day","type")
);
--> statement-breakpoint
CREATE TABLE "disciplinary_people" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"received" integer NOT NULL,
	"given" integer NOT NULL,
	"search" text GENERATED ALWAYS AS (lower(name || E'\n' || id)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disciplinary_revisions" (
	"action_id" integer NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"why" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"type" text NOT NULL,
	"internal_reason" text NOT NULL,
	"external_reason" text,
	CONSTRAINT "disciplinary_revisions_action_id_version_pk" PRIMARY KEY("action_id","version")
);
--> statement-breakpoint
ALTER TABLE "disciplinary_revisions" ADD CONSTRAINT "disciplinary_revisions_action_id_disciplinary_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."disciplinary_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disciplinary_actions_date" ON "disciplinary_actions" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "disciplinary_actions_user" ON "disciplinary_actions" USING btree ("user_id","date","id");--> statement-breakpoint
CREATE INDEX "disciplinary_actions_admin" ON "disciplinary_actions" USING btree ("admin_id","date","id");--> statement-breakpoint
CREATE INDEX "disciplinary_actions_user_admin_key" ON "disciplinary_actions" USING btree ("user_id",admin_key collate "C","id");--> statement-breakpoint
CREATE INDEX "disciplinary_actions_admin_user_key" ON "disciplinary_actions" USING btree ("admin_id",user_key collate "C","id");--> statement-breakpoint
CREATE INDEX "disciplinary_actions_user_key" ON "disciplinary_actions" USING btree (user_key collate "C","id");--> statement-breakpoint
CREATE INDEX "disciplinary_actions_admin_key" ON "disciplinary_actions" USING btree (admin_key collate "C","id");--> statement-breakpoint
CREATE INDEX "disciplinary_actions_search" ON "disciplinary_actions" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "disciplinary_actions_import" ON "disciplinary_actions" USING btree ("import_key");--> statement-breakpoint
CREATE INDEX "disciplinary_people_received" ON "disciplinary_people" USING btree ("received","id");--> statement-breakpoint
CREATE INDEX "disciplinary_people_given" ON "disciplinary_people" USING btree ("given","id");--> statement-breakpoint
CREATE INDEX "disciplinary_people_search" ON "disciplinary_people" USING gin ("search" gin_trgm_ops);