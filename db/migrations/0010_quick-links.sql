CREATE TABLE "quick_links" (
	"key" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"desc" text,
	"group" text NOT NULL,
	"icon" text NOT NULL,
	"href" text,
	"copy" text
);
