/**
 * The admin screens. They share one path and differ by `?view=`, so that one built page and one access gate serve all
 * of them.
 */
export const adminViews = {
  dashboard: { label: 'Dashboard', title: 'Admin Dashboard', address: '/admin-dashboard' },
  people: { label: 'People', title: 'People', address: '/admin-dashboard?view=people' },
  emails: { label: 'Emails', title: 'Failed emails', address: '/admin-dashboard?view=emails' },
  audit: { label: 'Audit log', title: 'Audit log', address: '/admin-dashboard?view=audit' },
} as const;

export type AdminView = keyof typeof adminViews;

/** Returns the view that the address query names. */
export function viewOf(search: string): AdminView {
  const view = new URLSearchParams(search).get('view') ?? '';
  return Object.hasOwn(adminViews, view) ? (view as AdminView) : 'dashboard';
}
