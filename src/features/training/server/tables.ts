import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Who mentors whom. The row stays when a mentor is removed, so that its version keeps counting. */
export const trainingMentors = pgTable('training_mentors', {
  traineeId: text('trainee_id').primaryKey(),
  mentorId: text('mentor_id'),
  version: integer().notNull().default(1),
})
