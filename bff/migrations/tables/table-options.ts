/** Texts compare without regard to case and accents, whatever the default of the database is. */
export const options = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
