/** Texts and pictures of the operator, merged over the shipped ones. */
import * as contract from '#contract/desk/content.ts'
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
} from './desk.ts'
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
    bindDesk(contract.restoreContent, restoreContent),
  ],
})
