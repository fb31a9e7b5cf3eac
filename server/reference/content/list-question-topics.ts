import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { QuestionTopic } from '#contract/content.ts'
import type * as contract from '#contract/content.ts'
import type { Ctx } from '../../deps.ts'
import type { QuestionsFile } from './internal/check-file.ts'
import { parseText } from './internal/parse-text.ts'

export async function listQuestionTopics(
  ctx: Ctx,
  { locale }: VerbInput<typeof contract.listQuestionTopics>,
): Promise<Result<QuestionTopic[], 'unknownLocale'>> {
  if (!ctx.content.locales.includes(locale)) return refuse('unknownLocale')
  return ok(presentTopics(ctx.content.read(locale, 'pages').questions as QuestionsFile))
}

export function presentTopics({ topics }: QuestionsFile): QuestionTopic[] {
  return Object.entries(topics).map(([identity, topic]) => ({
    identity,
    title: topic.title,
    description: topic.description,
    questions: Object.entries(topic.questions).map(([id, { question, answer }]) => ({
      id,
      question,
      answer: parseText(answer),
    })),
  }))
}
