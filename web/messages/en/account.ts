// The logged-in user's own things, and the view of another user.
export const account = {
  access: 'Access',
  tokens: 'Tokens for programs',
  viewAs: 'View as…',
  viewTitle: 'View as another user',
  viewing: (user: string) => `You see everything as ${user} does.`,
  viewingHint: 'Nothing can be changed. What you view is recorded in the audit log.',
  viewTab: (user: string) => `As ${user}`,
  endView: 'Stop viewing',
};
