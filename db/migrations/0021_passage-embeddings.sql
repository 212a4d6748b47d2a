CREATE TABLE "passage_embeddings" (
	"model" text NOT NULL,
	"hash" text NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "passage_embeddings_model_hash_pk" PRIMARY KEY("model","hash")
);
