CREATE TABLE "player_threshold_decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "player_threshold_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"points" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"why" text,
	"action_id" integer,
	CONSTRAINT "player_threshold_decisions_other" CHECK (by_id <> user_id),
	CONSTRAINT "player_threshold_decisions_reason" CHECK ((why is null) <> (action_id is null))
);
--> statement-breakpoint
ALTER TABLE "player_threshold_decisions" ADD CONSTRAINT "player_threshold_decisions_action_id_player_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."player_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "player_threshold_decisions_user" ON "player_threshold_decisions" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "player_actions_running" ON "player_actions" USING btree (coalesce(points_end_at, 'infinity'::timestamptz),"user_id") WHERE points > 0 and revoked_at is null;