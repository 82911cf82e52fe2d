/** The account that every visitor of a demo may use. Those of a public one get accounts of their own with it. */
export const visitorAccount = {
  email: 'demo@app.example',
  password: 'demo-account',
  first_name: 'Dana',
  last_name: 'Demo',
  user_type: 'user' as const,
};

export const demoAccounts = [
  visitorAccount,
  {
    email: 'admin@app.example',
    password: 'admin-account',
    first_name: 'Alex',
    last_name: 'Admin',
    user_type: 'admin' as const,
  },
];
