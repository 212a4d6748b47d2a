import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Who mentors whom; a row stays when a mentor is taken away, so that its version goes on counting. */
export const trainingMentors = pgTable('training_mentors', {
  traineeId: text('trainee_id').primaryKey(),
  mentorId: text('mentor_id'),
  version: integer().notNull().default(1),
})
