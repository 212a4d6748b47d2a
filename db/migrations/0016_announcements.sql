CREATE TABLE "announcements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event" text NOT NULL,
	"webhook" text NOT NULL,
	"message" text NOT NULL,
	"about_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"message_id" text,
	"error" text
);
--> statement-breakpoint
CREATE INDEX "announcements_waiting" ON "announcements" USING btree ("webhook","id") WHERE "announcements"."next_attempt_at" is not null;