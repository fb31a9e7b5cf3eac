/** Messages in the account, mails, SMS and push notifications. Other contexts import only this file. */
export { senderOf, supportAddress } from './deliveries/addresses.ts'
export { countDeliveries } from './deliveries/count-deliveries.ts'
export { leaveAddress } from './deliveries/leave-address.ts'
export { previewMail, previewText } from './deliveries/preview-mail.ts'
export { send } from './deliveries/send.ts'
export type { Outgoing } from './deliveries/templates.ts'
export { withdrawCampaign, withdrawMarketing } from './deliveries/withdraw-marketing.ts'
export { countRead } from './messages/count-read.ts'
export { contactFigures } from './messages/queues.ts'
export { notify, removeNotice } from './messages/notify.ts'
export { sendPush } from './push/send-push.ts'
export {
  countSubscriptions,
  putSubscription,
  readSubscription,
  removeSubscriptions,
  subscriptionsIn,
} from './push/subscriptions.ts'
