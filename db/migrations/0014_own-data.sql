CREATE TABLE "audit_erasures" (
	"seq" bigint NOT NULL,
	"erasure" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_erasures_seq_erasure_pk" PRIMARY KEY("seq","erasure")
);
--> statement-breakpoint
ALTER TABLE "trial_mod_stages" DROP CONSTRAINT "trial_mod_stages_trainee_id_trial_mods_trainee_id_fk";
--> statement-breakpoint
ALTER TABLE "trial_mod_stages" ADD CONSTRAINT "trial_mod_stages_trainee_id_trial_mods_trainee_id_fk" FOREIGN KEY ("trainee_id") REFERENCES "public"."trial_mods"("trainee_id") ON DELETE cascade ON UPDATE cascade;