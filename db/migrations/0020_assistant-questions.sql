CREATE TABLE "assistant_phrases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assistant_phrases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"phrase" text NOT NULL,
	"words" text NOT NULL,
	"href" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"added_by_id" text NOT NULL,
	"added_by_name" text NOT NULL,
	CONSTRAINT "assistant_phrases_words_unique" UNIQUE("words")
);
--> statement-breakpoint
CREATE TABLE "assistant_questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assistant_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reason" text NOT NULL,
	"question" text NOT NULL,
	"words" text NOT NULL,
	"rules" jsonb NOT NULL,
	"asked_on" date NOT NULL,
	"asked" integer DEFAULT 1 NOT NULL,
	"answer" text,
	"state" text DEFAULT 'open' NOT NULL,
	"phrase_id" integer,
	CONSTRAINT "assistant_questions_answer_unique" UNIQUE("answer")
);
--> statement-breakpoint
CREATE INDEX "assistant_questions_asked_on" ON "assistant_questions" USING btree ("asked_on");--> statement-breakpoint
CREATE INDEX "assistant_questions_words" ON "assistant_questions" USING btree ("words");--> statement-breakpoint
CREATE INDEX "assistant_questions_phrase" ON "assistant_questions" USING btree ("phrase_id") WHERE "assistant_questions"."phrase_id" is not null;