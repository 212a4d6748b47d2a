CREATE TABLE "ingest_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ingest_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"label" text NOT NULL,
	"hash" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by_id" text,
	"made_by_name" text,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "ingest_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "game_token" integer;--> statement-breakpoint
ALTER TABLE "disciplinary_actions" ADD COLUMN "game_event" text;--> statement-breakpoint
CREATE UNIQUE INDEX "ingest_tokens_label" ON "ingest_tokens" USING btree (lower("label")) WHERE "ingest_tokens"."revoked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "disciplinary_actions_game" ON "disciplinary_actions" USING btree ("game_event","game_token") WHERE "disciplinary_actions"."game_event" is not null;