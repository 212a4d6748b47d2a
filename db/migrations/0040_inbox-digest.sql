CREATE TABLE "inbox_held" (
	"about" text PRIMARY KEY NOT NULL,
	"first_seq" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbox_waiting" (
	"person_id" text NOT NULL,
	"queue" text NOT NULL,
	"told" integer NOT NULL,
	"more_since" timestamp (3) with time zone,
	CONSTRAINT "inbox_waiting_person_id_queue_pk" PRIMARY KEY("person_id","queue")
);
--> statement-breakpoint
ALTER TABLE "inbox_people" ADD COLUMN "queues" text;--> statement-breakpoint
ALTER TABLE "inbox_people" ADD COLUMN "digest_hour" integer;--> statement-breakpoint
ALTER TABLE "inbox_people" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "inbox_people" ADD COLUMN "digest_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inbox_people" ADD COLUMN "digested_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "inbox_held_until" ON "inbox_held" USING btree ("until");