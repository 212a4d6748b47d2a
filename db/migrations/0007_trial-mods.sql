CREATE TABLE "training_mentors" (
	"trainee_id" text PRIMARY KEY NOT NULL,
	"mentor_id" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trial_mod_stages" (
	"trainee_id" text NOT NULL,
	"stage" text NOT NULL,
	"version" integer NOT NULL,
	"done" boolean NOT NULL,
	"failed" boolean NOT NULL,
	"in_progress" boolean NOT NULL,
	"by" text,
	"notes" text,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text,
	"actor_name" text,
	CONSTRAINT "trial_mod_stages_trainee_id_stage_version_pk" PRIMARY KEY("trainee_id","stage","version"),
	CONSTRAINT "trial_mod_stages_one_state" CHECK ("trial_mod_stages"."done"::int + "trial_mod_stages"."failed"::int + "trial_mod_stages"."in_progress"::int <= 1)
);
--> statement-breakpoint
CREATE TABLE "trial_mods" (
	"trainee_id" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"staff_id" text,
	"name" text NOT NULL,
	"assigned_instructor" text,
	"details_version" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'In-Training' NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"official_instructor" text,
	"completion_version" integer DEFAULT 1 NOT NULL,
	"instructor_review_name" text,
	"instructor_review_date" timestamp (3) with time zone,
	"instructor_review_rating" integer,
	"instructor_review_version" integer DEFAULT 1 NOT NULL,
	"trainee_review_name" text,
	"trainee_review_date" timestamp (3) with time zone,
	"trainee_review_rating" integer,
	"trainee_review_version" integer DEFAULT 1 NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trial_mod_stages" ADD CONSTRAINT "trial_mod_stages_trainee_id_trial_mods_trainee_id_fk" FOREIGN KEY ("trainee_id") REFERENCES "public"."trial_mods"("trainee_id") ON DELETE cascade ON UPDATE no action;