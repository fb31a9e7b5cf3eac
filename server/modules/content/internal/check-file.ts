/** What a content file must look like, by the directory it stands in. */
import { z } from 'zod'
import { Alert } from '#contract/content.ts'
import { MailFile, MailFrame, TextFile } from '../mail-texts.ts'

const text = z.string().min(1)
const value: z.ZodType = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(value), z.record(z.string(), value)]),
)

/** Lines of the small Markdown that `parse-text.ts` knows; an empty line parts paragraphs. */
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

/** Files that are made otherwise than the rest of their directory. */
const exceptions: Record<string, z.ZodType> = { 'pages/questions': QuestionsFile, 'mails/frame': MailFrame }
const schemas: Record<string, z.ZodType> = {
  alerts: z.record(z.string(), Alert),
  pages: PageFile,
  mails: MailFile,
  texts: TextFile,
  ui: z.record(z.string(), text),
}

/** Returns what is wrong, in words; empty where nothing is. */
export function checkFile(directory: string, file: string, content: unknown): string[] {
  const schema = exceptions[`${directory}/${file}`] ?? schemas[directory] ?? z.record(z.string(), value)
  const parsed = schema.safeParse(content)
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}
