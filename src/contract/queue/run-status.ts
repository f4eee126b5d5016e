/** States of a run of the queue, apart from the schemas: the page needs these rules without them. */

/** Without a result: pending, or at work. */
export const openStatuses = ['pending', 'running'] as const;

export const queueStatuses = [...openStatuses, 'done', 'failed'] as const;

/** Whether a run of the queue has no result yet; it has not failed either. */
export const isOpen = ({ status }: { readonly status: (typeof queueStatuses)[number] }): boolean =>
  status === 'pending' || status === 'running';
