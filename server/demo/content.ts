export const demoAccounts = [
  {
    email: 'demo@trifold.example',
    password: 'demo-trifold',
    first_name: 'Dana',
    last_name: 'Demo',
    user_type: 'user' as const,
  },
  {
    email: 'admin@trifold.example',
    password: 'admin-trifold',
    first_name: 'Alex',
    last_name: 'Admin',
    user_type: 'admin' as const,
  },
];
