CREATE TABLE "removed_appeals" (
	"family" text NOT NULL,
	"outcome" text NOT NULL,
	"days" integer NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "removed_appeals_family_outcome_days_pk" PRIMARY KEY("family","outcome","days")
);
