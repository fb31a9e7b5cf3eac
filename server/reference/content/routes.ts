import * as contract from '#contract/content.ts'
import { bind } from '../../kernel/http/bind.ts'
import { listQuestionTopics } from './list-question-topics.ts'
import { readContent } from './read-content.ts'
import { readPage } from './read-page.ts'

export const routes = [
  bind(contract.readContent, readContent),
  bind(contract.readPage, readPage),
  bind(contract.listQuestionTopics, listQuestionTopics),
]
