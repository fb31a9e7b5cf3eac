/** Content that operators edit: directories for the site's shell, and single pages. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const ContentDirectory = z.enum(['alerts', 'fields-settings', 'global-components', 'layout', 'modals', 'pages'])
export type ContentDirectory = z.infer<typeof ContentDirectory>

/** An alert's text, which operators edit; the code decides when to raise it. */
export const Alert = z.object({
  type: z.enum(['success', 'error', 'warning', 'info']),
  title: z.string().min(1),
  description: z.string(),
  /** The label of the button, if the alert is also a notification. */
  button: z.string().min(1).max(60).optional(),
})
export type Alert = z.infer<typeof Alert>

/** A run of text. Marks do not nest, so the browser needs no parser. */
export const Inline = z.union([
  z.string(),
  z.object({ mark: z.enum(['strong', 'emphasis', 'code']), text: z.string() }),
  z.object({ mark: z.literal('link'), text: z.string(), href: z.string() }),
])
export type Inline = z.infer<typeof Inline>
/** A block of a page's text. Texts are data of these kinds, so raw markup cannot appear on a page. */
export const Block = z.union([
  z.object({
    kind: z.literal('heading'),
    level: z.union([z.literal(2), z.literal(3)]),
    id: z.string(),
    text: z.string(),
  }),
  z.object({ kind: z.enum(['paragraph', 'quote']), content: z.array(Inline) }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(z.array(Inline)) }),
])
export type Block = z.infer<typeof Block>

export const StaticPage = z.object({
  identity: z.string(),
  title: z.string(),
  description: z.string(),
  updatedAt: z.iso.date().nullable(),
  blocks: z.array(Block),
})
export type StaticPage = z.infer<typeof StaticPage>

export const QuestionTopic = z.object({
  identity: z.string(),
  title: z.string(),
  description: z.string(),
  questions: z.array(z.object({ id: z.string(), question: z.string(), answer: z.array(Block) })),
})
export type QuestionTopic = z.infer<typeof QuestionTopic>

const locale = z.string().max(5)
/** The maximum length of a page's identity, including folders. */
export const maxIdentityLength = 200
const identity = z.string().max(maxIdentityLength)
const unknownLocale = { status: 404 } as const

export const readContent = endpoint({
  method: 'GET',
  path: '/api/content/{locale}/{directory}',
  access: 'public',
  summary: 'Get the content of a directory in a locale',
  params: z.object({ locale, directory: ContentDirectory }),
  reply: z.record(z.string(), z.unknown()),
  refusals: { unknownLocale },
})
export const readPage = endpoint({
  method: 'GET',
  path: '/api/content/{locale}/pages/{identity}',
  access: 'public',
  summary: 'Get a text page',
  params: z.object({ locale, identity }),
  reply: StaticPage,
  refusals: { unknownLocale, pageNotFound: { status: 404 } },
})
export const listQuestionTopics = endpoint({
  method: 'GET',
  path: '/api/content/{locale}/questions',
  access: 'public',
  summary: 'List FAQ topics with questions and answers',
  params: z.object({ locale }),
  reply: z.array(QuestionTopic),
  refusals: { unknownLocale },
})
