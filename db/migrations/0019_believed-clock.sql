CREATE TABLE "believed_clock" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "believed_clock_one" CHECK ("believed_clock"."one")
);
