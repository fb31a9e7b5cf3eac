/** Texts and pictures of the operator, merged over the shipped ones. */
import * as contract from '#contract/desk/content.ts'
import { sql } from 'kysely'
import { bindDesk } from '../../kernel/http/bind.ts'
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
import { routes } from './routes.ts'

export default defineModule({
  name: 'content',
  tables: ['content.drafts', 'content.versions'],
  routes,
  deskRoutes: [
    bindDesk(contract.listContent, listContent),
    bindDesk(contract.readContentFile, readContentFile),
    bindDesk(contract.checkContent, checkContent),
    bindDesk(contract.saveContentDraft, saveContentDraft),
    bindDesk(contract.discardContentDraft, discardContentDraft),
    bindDesk(contract.publishContent, publishDeskContent),
    bindDesk(contract.scheduleContent, scheduleContent),
    bindDesk(contract.unscheduleContent, unscheduleContent),
    bindDesk(contract.restoreContent, restoreContent),
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
