/** The schemas of content files, by directory. */
import { z } from 'zod'
import { Alert } from '#contract/content.ts'
import { MailFile, MailFrame, TextFile } from '../mail-texts.ts'

const text = z.string().min(1)
const value: z.ZodType = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(value), z.record(z.string(), value)]),
)

/** Lines of the Markdown subset that `parse-text.ts` supports; an empty line separates paragraphs. */
const Lines = z.array(z.string())
export const PageFile = z.object({ title: text, description: text, updatedAt: z.iso.date().nullable(), body: Lines })
export type PageFile = z.infer<typeof PageFile>
export const QuestionsFile = z.object({
  topics: z.record(
    z.string(),
    z.object({
      title: text,
      description: text,
      questions: z.record(z.string(), z.object({ question: text, answer: Lines })),
    }),
  ),
})
export type QuestionsFile = z.infer<typeof QuestionsFile>

/** Files whose schema differs from the rest of their directory. */
const exceptions: Record<string, z.ZodType> = { 'pages/questions': QuestionsFile, 'mails/frame': MailFrame }
const schemas: Record<string, z.ZodType> = {
  alerts: z.record(z.string(), Alert),
  pages: PageFile,
  mails: MailFile,
  notices: z.record(
    z.string(),
    z.union([text, z.strictObject({ title: text, description: text, button: text.max(60) })]),
  ),
  texts: TextFile,
  refusals: z.record(z.string(), text),
  ui: z.record(z.string(), text),
}

/** A fault of a file and its place in it. */
export type ContentFault = { path: string[]; message: string }

/** Returns the faults; empty if there are none. */
export function checkFile(directory: string, file: string, content: unknown): ContentFault[] {
  const schema = exceptions[`${directory}/${file}`] ?? schemas[directory] ?? z.record(z.string(), value)
  const parsed = schema.safeParse(content)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message }))
}

/** One line, such as `terms.body.3: …`. */
export const faultLine = (file: string, { path, message }: ContentFault): string =>
  `${[file, ...path].join('.')}: ${message}`
