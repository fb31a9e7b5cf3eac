/** Seconds until another one-time code can be sent (specification, section 9). */
export const resendAfterSeconds = 60
