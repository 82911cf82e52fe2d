/** The account that any visitor of a demo may use. In a public demo, signing in with it creates a new account. */
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
