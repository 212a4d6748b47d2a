CREATE TABLE "player_offences" (
	"action_id" integer NOT NULL,
	"place" integer NOT NULL,
	"code" text NOT NULL,
	"category" text NOT NULL,
	"version_hash" text NOT NULL,
	"rung" integer NOT NULL,
	"type" text NOT NULL,
	"days" integer,
	"points" integer NOT NULL,
	CONSTRAINT "player_offences_action_id_place_pk" PRIMARY KEY("action_id","place")
);
--> statement-breakpoint
CREATE TABLE "player_revisions" (
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
	"ends_at" timestamp (3) with time zone,
	"points" integer DEFAULT 0 NOT NULL,
	"points_end_at" timestamp (3) with time zone,
	CONSTRAINT "player_revisions_action_id_version_pk" PRIMARY KEY("action_id","version")
);
--> statement-breakpoint
ALTER TABLE "player_actions" DROP CONSTRAINT "player_actions_approver";--> statement-breakpoint
ALTER TABLE "player_actions" ALTER COLUMN "source" SET DEFAULT 'site';--> statement-breakpoint
ALTER TABLE "player_actions" ALTER COLUMN "native_id" SET DEFAULT gen_random_uuid()::text;--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "offences" text[];--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "deviation" text;--> statement-breakpoint
ALTER TABLE "player_actions" ADD COLUMN "deviation_why" text;--> statement-breakpoint
ALTER TABLE "player_offences" ADD CONSTRAINT "player_offences_action_id_player_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."player_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_revisions" ADD CONSTRAINT "player_revisions_action_id_player_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."player_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "player_revisions_points" ON "player_revisions" USING btree ("user_id") WHERE points > 0;--> statement-breakpoint
CREATE INDEX "player_actions_offences" ON "player_actions" USING gin ("offences") WHERE "player_actions"."offences" is not null;--> statement-breakpoint
CREATE INDEX "player_actions_deviation" ON "player_actions" USING btree ("deviation","date","id","admin_id") WHERE "player_actions"."deviation" is not null;--> statement-breakpoint
ALTER TABLE "player_actions" ADD CONSTRAINT "player_actions_approver" CHECK (approver_id <> admin_id);--> statement-breakpoint
-- Whom an action is about never changes by a revision, but two people may become one, or one two: what it said before follows.
CREATE FUNCTION player_revisions_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE player_revisions SET user_id = NEW.user_id WHERE action_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER player_revisions_follow AFTER UPDATE OF user_id ON player_actions
FOR EACH ROW WHEN (OLD.user_id <> NEW.user_id) EXECUTE FUNCTION player_revisions_follow();
