CREATE TABLE "rights_mapping" (
	"id" integer PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changes" jsonb NOT NULL
);
