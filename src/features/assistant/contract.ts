/*
 * The rules: the community's rulebooks, which everyone reads under /rules, and the assistant on the front page that
 * answers questions about them. The assistant first searches the rules and then answers from what it found, naming
 * those rules. Without a language model it quotes the closest rules. The browser sends the whole conversation, but the
 * server never trusts the assistant's messages in it, because they may be forged. A picture is always one of the
 * community's own.
 */
import * as z from 'zod/mini'
import { cleanPastedText } from '#lib/clean-text.ts'
import { endpoint } from '#lib/endpoint.ts'
import { formatNumber, msg, t } from '#lib/messages.ts'
import { QUESTION_LENGTH, REPLY_LENGTH } from './chat-rules.ts'
import { BOOKS, MAX_SEARCH } from './search-rules.ts'

/** One message of the conversation (spec section 3). With `isGif` the content is the address of a picture. */
const ChatMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('user'),
    // Invisible characters are removed, not rejected: a user who pasted them unseen still gets an answer, and help.
    content: z.string(msg('Write a text here.')).check(
      z.maxLength(QUESTION_LENGTH, {
        error: () => t('Use at most {max} characters.', { max: formatNumber(QUESTION_LENGTH) }),
      }),
      z.overwrite(cleanPastedText),
      z.minLength(1, msg('This is required.')),
    ),
  }),
  z.strictObject({
    type: z.literal('bot'),
    content: z.string().check(z.maxLength(REPLY_LENGTH)),
    isGif: z.optional(z.boolean()),
  }),
])
export type ChatMessage = z.infer<typeof ChatMessage>

const ChatMessages = z.array(ChatMessage).check(
  z.maxLength(200),
  z.refine((messages) => messages.at(-1)?.type === 'user', msg('The last message is the question.')),
)

/** A place in the rules or the codes that an answer relies on. The first citation is [1] in the text. */
const Citation = z.object({ title: z.string(), href: z.string() })
export type Citation = z.infer<typeof Citation>

/** One statement of an answer, with the sentences that support it. */
const Claim = z.object({
  text: z.string(),
  /** Copied word for word from the rule. */
  quote: z.string(),
  /** The number of the rule in `citations`, starting at 1. */
  citation: z.int(),
})
export type Claim = z.infer<typeof Claim>

export const ReplyKind = z.enum(['answer', 'quotes', 'unanswered', 'help', 'calm', 'picture'])
export type ReplyKind = z.infer<typeof ReplyKind>

export const ChatReply = z.object({
  /** The whole answer as plain text, for clients that show nothing else. */
  text: z.string(),
  /**
   * `answer` is a checked answer of the model, `quotes` are quoted rules, `unanswered` means that no rule fits, `help`
   * is for a user in trouble, `calm` replies to an abusive user, and `picture` is a picture. An answer without text has
   * no kind.
   */
  kind: z.optional(ReplyKind),
  /** The statements of a model's answer, from which `text` is made. */
  claims: z.optional(z.array(Claim)),
  /** Why the answer is limited, and until when. */
  note: z.optional(z.string()),
  /** `text` is the address of one of the community's pictures. */
  isGif: z.optional(z.boolean()),
  /** The description of that picture. */
  alt: z.optional(z.string()),
  citations: z.optional(z.array(Citation)),
  /** Proves that the server gave this answer. A thumb needs it, and it is valid for one day. */
  token: z.optional(z.string()),
  /** The address of a public page that shows the question and the rules of this answer. */
  share: z.optional(z.string()),
})
export type ChatReply = z.infer<typeof ChatReply>

export const chat = endpoint({
  method: 'POST',
  path: '/api/chat',
  access: 'anyone',
  summary:
    'Answers the last question of a conversation from the rules and cites the rules that support the answer. A client that accepts text/event-stream gets events: a `quote` for each supporting sentence as it is found, then the `reply`.',
  body: z.strictObject({ chatMessages: ChatMessages }),
  reply: ChatReply,
})

export const giveThumb = endpoint({
  method: 'POST',
  path: '/api/chat/thumbs',
  access: 'anyone',
  summary:
    'Records whether an answer from the rules helped, for a day after it was given. A later call for the same answer replaces the thumb, and null removes it.',
  body: z.strictObject({
    /** The token that came with the answer. */
    token: z.string().check(z.maxLength(100)),
    /** The conversation up to and including the question. */
    chatMessages: ChatMessages,
    thumb: z.nullable(z.enum(['up', 'down'], msg('A thumb is up or down.'))),
    /** The addresses of the rules and codes that the answer cited. */
    rules: z
      .array(z.string().check(z.maxLength(200)))
      .check(z.minLength(1, msg('Name the rules that were shown.')), z.maxLength(20)),
  }),
  reply: z.object({ ok: z.literal(true) }),
})

const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('list'), items: z.array(z.string()) }),
])
export type Block = z.infer<typeof Block>

const Rule = z.object({ title: z.string(), anchor: z.string(), blocks: z.array(Block) })
export type Rule = z.infer<typeof Rule>

const Chapter = z.object({ title: z.string(), anchor: z.string(), rules: z.array(Rule) })

/** One file of the rules. In its texts, backticks mark code; there is no other markup. */
export const Rulebook = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  chapters: z.array(Chapter),
})
export type Rulebook = z.infer<typeof Rulebook>

const RulebookEntry = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  chapters: z.array(z.object({ title: z.string(), anchor: z.string() })),
})
export type RulebookEntry = z.infer<typeof RulebookEntry>

export const listRulebooks = endpoint({
  method: 'GET',
  path: '/api/rules',
  access: 'anyone',
  summary: 'Lists the rulebooks and their chapters, in their order.',
  reply: z.object({ data: z.array(RulebookEntry) }),
})

export const findRulebook = endpoint({
  method: 'GET',
  path: '/api/rules/{slug}',
  access: 'anyone',
  summary: 'Returns a rulebook with all its rules.',
  params: z.object({ slug: z.string() }),
  reply: z.object({ data: Rulebook }),
})

/** A text in pieces. The second piece and every other one after it are search matches. */
const Marked = z.array(z.string())

/** A rule or a code that a search found. */
const Hit = z.object({ book: z.enum(BOOKS), title: Marked, trail: z.string(), href: z.string(), text: Marked })
export type Hit = z.infer<typeof Hit>

export const findPassages = endpoint({
  method: 'GET',
  path: '/api/search',
  access: 'anyone',
  summary:
    'Searches rules, penal codes and 10-codes by the words that people use for them, best matches first. Titles and texts are split into pieces; the second piece and every other one after it are matches.',
  query: z.strictObject({
    q: z
      .string(msg('Write a text here.'))
      .check(
        z.trim(),
        z.minLength(1, msg('This is required.')),
        z.maxLength(MAX_SEARCH, { error: () => t('Use at most {max} characters.', { max: formatNumber(MAX_SEARCH) }) }),
        z.overwrite(cleanPastedText),
      ),
    book: z.optional(z.enum(BOOKS)),
  }),
  reply: z.object({ data: z.array(Hit) }),
})

export const endpoints = [chat, giveThumb, listRulebooks, findRulebook, findPassages]
