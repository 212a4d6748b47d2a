CREATE TABLE "inbox_people" (
	"person_id" text PRIMARY KEY NOT NULL,
	"tested_at" timestamp (3) with time zone,
	"on_since" timestamp (3) with time zone,
	"refusals" integer DEFAULT 0 NOT NULL,
	"refused_code" integer,
	"mine" text,
	"rank" text
);
