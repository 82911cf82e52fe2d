export const demoAccounts = [
  {
    email: 'demo@app.example',
    password: 'demo-account',
    first_name: 'Dana',
    last_name: 'Demo',
    user_type: 'user' as const,
  },
  {
    email: 'admin@app.example',
    password: 'admin-account',
    first_name: 'Alex',
    last_name: 'Admin',
    user_type: 'admin' as const,
  },
];

/** The account that every visitor of a demo may use, also of a public one. */
export const visitorAccount = demoAccounts.find(({ user_type }) => user_type === 'user');
