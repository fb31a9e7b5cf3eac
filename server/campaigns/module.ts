/** Campaigns: messages of operators to a segment of players, and the links to unsubscribe from them. */
import * as contract from '#contract/desk/campaigns.ts'
import { bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import {
  cancelDeskCampaign,
  listCampaigns,
  previewCampaign,
  readCampaignReport,
  readCampaignSchema,
  scheduleDeskCampaign,
} from './desk.ts'
import { jobs } from './jobs.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'campaigns',
  tables: ['campaigns.campaigns', 'campaigns.recipients'],
  routes,
  deskRoutes: [
    bindDesk(contract.listCampaigns, listCampaigns),
    bindDesk(contract.readCampaignSchema, readCampaignSchema),
    bindDesk(contract.readCampaignReport, readCampaignReport),
    bindDesk(contract.previewCampaign, previewCampaign),
    bindDesk(contract.scheduleCampaign, scheduleDeskCampaign),
    bindDesk(contract.cancelCampaign, cancelDeskCampaign),
  ],
  jobs,
  lifecycle,
})
