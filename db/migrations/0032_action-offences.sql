CREATE TABLE "action_offences" (
	"action_id" integer NOT NULL,
	"place" integer NOT NULL,
	"code" text NOT NULL,
	"category" text NOT NULL,
	"version_hash" text NOT NULL,
	"rung" integer NOT NULL,
	"type" text NOT NULL,
	"days" integer,
	"points" integer NOT NULL,
	CONSTRAINT "action_offences_action_id_place_pk" PRIMARY KEY("action_id","place")
);
--> statement-breakpoint
CREATE TABLE "offence_versions" (
	"hash" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"content" jsonb NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "offences" text[];--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "deviation" text;--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "deviation_why" text;--> statement-breakpoint
ALTER TABLE "action_offences" ADD CONSTRAINT "action_offences_action_id_disciplinary_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."disciplinary_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offence_versions_code" ON "offence_versions" USING btree ("code","kept_at");--> statement-breakpoint
CREATE INDEX "disciplinary_actions_offences" ON "disciplinary_actions" USING gin ("offences") WHERE "disciplinary_actions"."offences" is not null;--> statement-breakpoint
CREATE INDEX "disciplinary_actions_deviation" ON "disciplinary_actions" USING btree ("deviation","date","id","admin_id") WHERE "disciplinary_actions"."deviation" is not null;