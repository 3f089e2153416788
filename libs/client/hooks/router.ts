// The part of the router that screens may use. Sharing this file instead of the package keeps a shell's first
// script small.
export {
  BrowserRouter,
  Link,
  NavLink,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';
