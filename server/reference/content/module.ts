/** Texts and pictures of the operator, merged over the shipped ones. */
import * as desk from '#contract/desk/content.ts'
import { sql } from 'kysely'
import * as contract from '#contract/content.ts'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import {
  checkContent,
  discardContentDraft,
  listContent,
  publishDeskContent,
  readContentFile,
  restoreContent,
  saveContentDraft,
  scheduleContent,
  unscheduleContent,
} from './desk.ts'
import { draftsDue, publishDueDrafts } from './drafts.ts'
import { listQuestionTopics } from './list-question-topics.ts'
import { readContent } from './read-content.ts'
import { readPage } from './read-page.ts'

export const routes = [
  bind(contract.readContent, readContent),
  bind(contract.readPage, readPage),
  bind(contract.listQuestionTopics, listQuestionTopics),
]

export default defineModule({
  name: 'content',
  tables: ['content.drafts', 'content.versions'],
  routes,
  deskRoutes: [
    bindDesk(desk.listContent, listContent),
    bindDesk(desk.readContentFile, readContentFile),
    bindDesk(desk.checkContent, checkContent),
    bindDesk(desk.saveContentDraft, saveContentDraft),
    bindDesk(desk.discardContentDraft, discardContentDraft),
    bindDesk(desk.publishContent, publishDeskContent),
    bindDesk(desk.scheduleContent, scheduleContent),
    bindDesk(desk.unscheduleContent, unscheduleContent),
    bindDesk(desk.restoreContent, restoreContent),
  ],
  jobs: (deps) => [
    {
      name: 'texts',
      everyMs: 1000,
      due: draftsDue,
      isExclusive: true,
      run: (_signal, actor) => publishDueDrafts({ ...deps, actor }),
    },
  ],
  queues: [
    {
      name: 'texts',
      query: sql`SELECT count(*)::int AS waiting, min(publish_at) AS since FROM content.drafts
        WHERE publish_fault IS NOT NULL`,
    },
  ],
})
